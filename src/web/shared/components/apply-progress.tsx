import { Button } from './button';
import { Working } from './working';

interface ApplyProgressProps {
  /** How far it has come. */
  readonly progress: string;
  /** What the user should know meanwhile. */
  readonly note: string;
  /** Label of the button that lets the running rows finish and starts no other. */
  readonly stop: string;
  readonly stopping: boolean;
  readonly onStop: () => void;
}

/** Shows how far a plan that is applied row by row has come, with a button that stops it. */
export function ApplyProgress({ progress, note, stop, stopping, onStop }: ApplyProgressProps) {
  return (
    <div>
      <Working>{progress}</Working>
      <p className="mb-4 text-muted" role="status">
        {note}
      </p>
      <Button aria-disabled={stopping} onClick={onStop}>
        {stop}
      </Button>
    </div>
  );
}
