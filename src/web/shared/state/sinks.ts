/** What an event may say besides its name. Never names of people, tokens or stock numbers that identify a sale. */
export type EventProps = Readonly<Record<string, string | number | boolean>>;

/** What becomes of events once measuring is configured. */
export interface AnalyticsSink {
  record(name: string, props: EventProps): void;
  identify(domain: string): void;
}

/** Something that went wrong, as it is reported. Holds no data of the merchant. */
export interface ErrorReport {
  /** What was being done, or where it broke. */
  readonly label: string;
  readonly message: string;
  /** A code of the protocol, or the kind of breakage. */
  readonly reason: string;
  /** What the person may quote; '' when there is none. */
  readonly reference: string;
  /** The stack of a thrown error; '' for a failed call. */
  readonly stack: string;
}

/** Where reports go once reporting is configured. */
export interface ErrorSink {
  report(report: ErrorReport): void;
}
