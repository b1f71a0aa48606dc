import { Component, type ReactNode } from 'react';

import { Button } from '../../components/button';
import { reportThrown } from '../../state/error-reporting';

interface CrashGuardProps {
  /** Another key (another page) gives the content a new chance. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

/** Catches a screen that breaks or whose code could not be loaded (a new release took its place), and offers to load the page again. */
export class CrashGuard extends Component<CrashGuardProps, { readonly broken: boolean; readonly resetKey: string }> {
  constructor(props: CrashGuardProps) {
    super(props);
    this.state = { broken: false, resetKey: props.resetKey };
  }

  static getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true };
  }

  static getDerivedStateFromProps(props: CrashGuardProps, state: { readonly resetKey: string }) {
    return props.resetKey === state.resetKey ? null : { broken: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown): void {
    reportThrown('showing a page', error);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <div role="alert" className="flex flex-col items-center gap-2 px-6 py-20 text-center">
        <p className="font-semibold">This page could not be shown.</p>
        <p className="max-w-md text-muted">
          Shelfbridge may have been updated while the page was open. Your stock is not affected. Load the page again.
        </p>
        <div className="mt-3">
          <Button kind="primary" onClick={() => window.location.reload()}>
            Load again
          </Button>
        </div>
      </div>
    );
  }
}
