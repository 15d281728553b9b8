# filters
