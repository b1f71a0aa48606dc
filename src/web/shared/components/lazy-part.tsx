import { Component, Suspense, type ReactNode } from 'react';

import { sharedText } from '../shared.text';
import { reportThrown } from '../state/error-reporting';
import { Button } from './button';

interface LazyPartProps {
  /** Unmounts the part. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

interface LazyPartState {
  readonly failed: 'no' | 'offline' | 'other';
}

/**
 * Loads a drawer or dialog on demand; mount it only while it is open. If its code fails to load, the page stays and offers a reload:
 * browsers do not fetch a failed module again within one page.
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
          <p className="font-semibold">{sharedText.partNotLoaded}</p>
          <p className="text-muted">{failed === 'offline' ? sharedText.partOffline : sharedText.outdatedPage}</p>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={this.props.onClose}>{sharedText.close}</Button>
          <Button kind="primary" onClick={() => window.location.reload()}>
            {sharedText.reloadPage}
          </Button>
        </div>
      </div>
    );
  }
}
