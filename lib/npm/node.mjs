// The package in node, by import: the same objects that require gives.
import onlyway from './node.cjs';

export const {Onlyway, OnlywayError, optionText} = onlyway;
