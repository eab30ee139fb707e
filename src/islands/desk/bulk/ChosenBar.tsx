import { counted } from '../cases/words.ts';

interface Props {
  count: number;
  onDecide: () => void;
  onClear: () => void;
}

/** Stays in sight below a list in which listings are chosen. */
export function ChosenBar({ count, onDecide, onClear }: Props) {
  return (
    <div className="desk-bar">
      <p>{counted(count, 'listing')} chosen</p>
      <button className="button" type="button" data-opens-bulk onClick={onDecide}>
        Decide on them
      </button>
      <button className="button quiet" type="button" onClick={onClear}>
        Choose none
      </button>
    </div>
  );
}
