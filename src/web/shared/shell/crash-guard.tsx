import { Component, type ReactNode } from 'react';

import { Button } from '../components/button';
import { sharedText } from '../shared.text';
import { reportThrown } from '../state/error-reporting';
import { shellText } from './shell.text';

interface CrashGuardProps {
  /** A new key (another page) renders the content again. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface CrashGuardState {
  readonly crashed: boolean;
  /** The device was offline when the page failed: most likely its code could not be loaded. */
  readonly offline: boolean;
  readonly resetKey: string;
}

/**
 * Catches a page that throws or whose code cannot be loaded (offline, or replaced by a new release), and offers a reload. A page
 * that failed offline reloads automatically when the device is back online.
 */
export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  constructor(props: CrashGuardProps) {
    super(props);
    this.state = { crashed: false, offline: false, resetKey: props.resetKey };
  }

  static getDerivedStateFromError(): { readonly crashed: boolean; readonly offline: boolean } {
    return { crashed: true, offline: !navigator.onLine };
  }

  static getDerivedStateFromProps(props: CrashGuardProps, state: { readonly resetKey: string }) {
    return props.resetKey === state.resetKey ? null : { crashed: false, offline: false, resetKey: props.resetKey };
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

  // Browsers do not fetch a failed module again within one page.
  readonly #online = (): void => {
    if (this.state.crashed && this.state.offline) window.location.reload();
  };

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <div role="alert" className="flex flex-col items-center gap-2 px-6 py-20 text-center">
        <p className="font-semibold">{shellText.crash.title}</p>
        <p className="max-w-md text-muted">{this.state.offline ? shellText.crash.offline : sharedText.outdatedPage}</p>
        <div className="mt-3">
          <Button kind="primary" onClick={() => window.location.reload()}>
            {sharedText.reloadPage}
          </Button>
        </div>
      </div>
    );
  }
}
