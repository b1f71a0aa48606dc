/** Faults of what the product stores in. */
export interface StorageFaults {
  /** Account objects have used up what they may store: whatever adds to them fails, reads and deletions continue. */
  readonly objectsFull: boolean;
  /** D1 cannot be reached. */
  readonly d1Away: boolean;
}

let faults: StorageFaults = { objectsFull: false, d1Away: false };

/** Sets the faults that apply from now on. */
export function setStorageFaults(next: StorageFaults): void {
  faults = next;
}

/** Statements that add to a database; a table that is there is not created. */
const ADDS = /^\s*(?:insert|update|replace|alter|create(?! table if not exists)|with\b[^]*\binsert)/iu;

/** Throws as the platform does if an object's statement cannot be carried out. */
export function checkObject(sql: string): void {
  if (faults.objectsFull && ADDS.test(sql)) throw new Error('database or disk is full: SQLITE_FULL');
}

/** Throws as the platform does if D1 cannot be reached. */
export function checkD1(): void {
  if (faults.d1Away) throw new Error('D1_ERROR: Network connection lost.');
}
