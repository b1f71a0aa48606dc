/** A moment, in milliseconds since 1970-01-01 UTC. Never read from a clock in the domain: it is always passed in. */
export type Instant = number;
