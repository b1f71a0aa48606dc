import { Component, Suspense, type ReactNode } from 'react';

import { reportThrown } from '../state/error-reporting';
import { Button } from './button';

interface LazyPartProps {
  /** Closes the part, which takes this off the page. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

interface LazyPartState {
  readonly failed: 'no' | 'offline' | 'other';
}

/**
 * A part above a page (a drawer, a dialog) whose code is loaded when it is first opened; on the page only while it is open. Where that fails, the page
 * stays as it is: a browser does not ask again for a module that it could not fetch, so loading the page again is offered.
 */
export class LazyPart extends Component<LazyPartProps, LazyPartState> {
  override readonly state: LazyPartState = { failed: 'no' };

  static getDerivedStateFromError(): LazyPartState {
    return { failed: navigator.onLine ? 'other' : 'offline' };
  }

  override componentDidCatch(error: unknown): void {
    reportThrown('showing a part of a page', error);
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed === 'no') return <Suspense fallback={null}>{this.props.children}</Suspense>;
    return (
      <div
        role="alert"
        className="fixed inset-x-4 bottom-4 z-60 mx-auto flex max-w-md flex-col gap-3 rounded-lg border border-bad-line bg-raised p-4 shadow-pop"
      >
        <div>
          <p className="font-semibold">This part of the page could not be loaded.</p>
          <p className="text-muted">
            {failed === 'offline'
              ? 'Your device seems to be offline. Your stock is not affected. Load the page again when you are back online.'
              : 'Shelfbridge may have been updated while the page was open. Your stock is not affected. Load the page again.'}
          </p>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={this.props.onClose}>Close</Button>
          <Button kind="primary" onClick={() => window.location.reload()}>
            Load the page again
          </Button>
        </div>
      </div>
    );
  }
}
