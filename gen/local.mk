# gen
