# levels
EXTRA_DIST += \
	levels/sokoban/README.md \
	levels/sokoban/easy.csv levels/sokoban/easy.xsb \
	levels/sokoban/medium.csv levels/sokoban/medium.xsb \
	levels/sokoban/hard.csv levels/sokoban/hard.xsb \
	levels/sokoban/expert.csv levels/sokoban/expert.xsb
EXTRA_DIST += levels/snakebird levels/snowman
