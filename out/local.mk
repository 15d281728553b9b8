# out
