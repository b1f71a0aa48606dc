// A setup file for the unit tests of a hunt: the same cases in every run, and no shrinking of the failing one.
import fc from 'fast-check';

fc.configureGlobal({ seed: 1, endOnFailure: true });
