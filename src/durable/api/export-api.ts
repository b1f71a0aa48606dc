/** Where an export of the object's rows continues. */
export interface ExportPlace {
  readonly table: string;
  /** The rowid of the last exported row; in a table without rowids, the number of rows exported. */
  readonly after: number;
}

/** A row as exported: texts that are JSON are parsed, binary values are base64 in `{ "base64": … }`, and tokens are left out. */
export interface ExportedRow {
  readonly database: 'account';
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Rows of the object's own database. */
export interface ExportPage {
  /** JSON lines, one row each, as the file has them. */
  readonly lines: readonly string[];
  /** Null at the end. */
  readonly next: ExportPlace | null;
}

/** The part of the account object that exports its rows. */
export interface ExportApi {
  /** Returns the next rows of the export, from the beginning when `place` is null. Rows that change meanwhile may be old or new. */
  exportRows(place: ExportPlace | null): Promise<ExportPage>;
}
