/** Properties of an event. Never include people's names, tokens or stock numbers that identify a sale. */
export type EventProps = Readonly<Record<string, string | number | boolean>>;

/** Receives events when analytics is configured. */
export interface AnalyticsSink {
  record(name: string, props: EventProps): void;
  identify(domain: string): void;
}

/** An error report. Contains no merchant data. */
export interface ErrorReport {
  /** What was being done, or where it failed. */
  readonly label: string;
  readonly message: string;
  /** A protocol error code, or the name of the exception. */
  readonly reason: string;
  /** The reference that the user sees; '' when there is none. */
  readonly reference: string;
  /** The stack of an exception; '' for a failed call. */
  readonly stack: string;
}

/** Receives reports when error reporting is configured. */
export interface ErrorSink {
  report(report: ErrorReport): void;
}
