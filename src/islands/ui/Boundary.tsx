import { Component, type ReactNode } from 'react';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { fill, valuesOf, type Values } from '../forms/form-values.ts';
import { Icon } from './Icon.tsx';

interface Props {
  /** The element around the island. */
  island: HTMLElement;
  children: ReactNode;
}

interface State {
  isBroken: boolean;
}

/** Shows an error if an island throws. Another try restores what was typed. */
export class Boundary extends Component<Props, State> {
  override state: State = { isBroken: false };
  /** Read while the fields exist. It is only in memory, because it includes passwords. */
  #typed: Values = typedIn(this.props.island);

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  readonly #note = (): void => {
    this.#typed = typedIn(this.props.island);
  };

  override componentDidMount(): void {
    this.props.island.addEventListener('input', this.#note, { capture: true });
  }

  override componentWillUnmount(): void {
    this.props.island.removeEventListener('input', this.#note, { capture: true });
  }

  override componentDidUpdate(_: Props, before: State): void {
    if (!before.isBroken || this.state.isBroken) return;
    const form = this.props.island.querySelector('form');
    if (!form) return;
    const there = valuesOf(form);
    for (const [name, value] of Object.entries(this.#typed)) if (there[name] === '') fill(form, name, value);
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="form-alert error" role="alert">
        <Icon name="alert" />
        <div>
          <p>
            <b>{siteMessages.errors.boundary}</b>
          </p>
          <p>{siteMessages.islands.kept}</p>
          <button className="text-button" type="button" onClick={() => this.setState({ isBroken: false })}>
            {siteMessages.errors.tryAgain}
          </button>
        </div>
      </div>
    );
  }
}

function typedIn(island: HTMLElement): Values {
  const form = island.querySelector('form');
  return form ? valuesOf(form) : {};
}
