/** A moment, in milliseconds since 1970-01-01 UTC. The domain never reads a clock: a moment is always passed in. */
export type Instant = number;
