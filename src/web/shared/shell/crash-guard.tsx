import { Component, type ReactNode } from 'react';

import { Button } from '../components/button';
import { reportThrown } from '../state/error-reporting';

interface CrashGuardProps {
  /** Another key (another page) gives the content a new chance. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface CrashGuardState {
  readonly broken: boolean;
  /** The device had no network when the screen broke: most likely its code could not be fetched. */
  readonly offline: boolean;
  readonly resetKey: string;
}

/** Catches a screen that breaks or whose code could not be loaded (no network, or a new release took its place), and offers to load the
 * page again; what broke without a network is loaded again by itself when there is one. */
export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  constructor(props: CrashGuardProps) {
    super(props);
    this.state = { broken: false, offline: false, resetKey: props.resetKey };
  }

  static getDerivedStateFromError(): { readonly broken: boolean; readonly offline: boolean } {
    return { broken: true, offline: !navigator.onLine };
  }

  static getDerivedStateFromProps(props: CrashGuardProps, state: { readonly resetKey: string }) {
    return props.resetKey === state.resetKey ? null : { broken: false, offline: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown): void {
    reportThrown('showing a page', error);
  }

  override componentDidMount(): void {
    window.addEventListener('online', this.#online);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.#online);
  }

  // A module that could not be fetched is not asked for again within the same page.
  readonly #online = (): void => {
    if (this.state.broken && this.state.offline) window.location.reload();
  };

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <div role="alert" className="flex flex-col items-center gap-2 px-6 py-20 text-center">
        <p className="font-semibold">This page could not be shown.</p>
        <p className="max-w-md text-muted">
          {this.state.offline
            ? 'Your device seems to be offline. Your stock is not affected. The page is loaded again when you are back online.'
            : 'Shelfbridge may have been updated while the page was open. Your stock is not affected. Load the page again.'}
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
