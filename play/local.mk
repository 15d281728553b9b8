# play: a level being played; the play command.
noinst_LIBRARIES += play/libplay.a
play_libplay_a_SOURCES = \
	play/session.c play/session.h

# In link order: what is above uses what is below.
PLAY_LIBS = play/libplay.a $(SOLVE_LIBS)
