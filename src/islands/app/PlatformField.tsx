import { platforms, type Platform } from '../../lib/shared/schemas/apps.ts';
import { platformLabels } from '../../lib/shared/schemas/browse.ts';

type Choice = Platform | '';

interface Props {
  /** '' where `automatic` is chosen. */
  value: string;
  onValue: (value: Choice) => void;
  /** What stands for ''; without it one must be chosen. */
  automatic?: string;
}

/** Where the app runs, which people filter by. */
export function PlatformField({ value, onValue, automatic }: Props) {
  return (
    <div className="field">
      <label htmlFor="platform">Platform</label>
      <div className="field-box">
        <select
          id="platform"
          name="platform"
          value={value}
          onChange={({ target }) => onValue(platforms.find((name) => name === target.value) ?? '')}
        >
          {automatic !== undefined && <option value="">{automatic}</option>}
          {platforms.map((platform) => (
            <option key={platform} value={platform}>
              {platformLabels[platform]}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
