# levels
