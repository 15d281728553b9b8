# play: a level in play, and the play command, which needs wide ncurses.
noinst_LIBRARIES += play/libplay.a
play_libplay_a_SOURCES = \
	play/command.c play/command.h \
	play/session.c play/session.h

# In link order: users before the libraries that they use.
PLAY_LIBS = play/libplay.a $(SOLVE_LIBS)

if HAVE_CURSES
commands += play/play
endif
play_play_SOURCES = play/main.c \
	play/arcade.c \
	play/board.c \
	play/marks.c play/marks.h \
	play/pages.c \
	play/player.c play/player.h \
	play/screen.c play/screen.h
play_play_CPPFLAGS = $(AM_CPPFLAGS) $(CURSES_CFLAGS)
play_play_LDADD = $(PLAY_LIBS) $(CURSES_LIBS)
