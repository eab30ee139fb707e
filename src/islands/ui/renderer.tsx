// Hydrates an island as @astrojs/react does, but inside an error boundary. scripts/guarded-react.ts registers it with
// Astro.
import hydrate from '@astrojs/react/client.js';
import { Component, type ComponentType, type ReactNode } from 'react';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { Icon } from './Icon.tsx';

type Props = Record<string, unknown>;

export default function takeOver(element: HTMLElement) {
  const takeOverAs = hydrate(element);
  return (
    Island: ComponentType<Props>,
    props: Props,
    slots: Props,
    metadata: Record<string, string>,
  ): void => {
    const Guarded = (own: Props) => (
      <Boundary island={element}>
        <Island {...own} />
      </Boundary>
    );
    takeOverAs(Guarded, props, slots, metadata);
  };
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textFields = (island: HTMLElement): NodeListOf<TextField> =>
  island.querySelectorAll<TextField>(
    'form :is(input:not([type=checkbox], [type=radio], [type=file]), textarea)',
  );

/** Shows an error if an island throws. Another try restores what was typed. */
class Boundary extends Component<{ island: HTMLElement; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };
  /** Only in memory, because it includes passwords. */
  #typed: ReadonlyMap<string, string> = new Map();

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  /** The last moment at which the fields exist. */
  override getSnapshotBeforeUpdate(): null {
    const fields = this.state.isBroken ? [...textFields(this.props.island)] : [];
    if (fields.length > 0) this.#typed = new Map(fields.map(({ name, value }) => [name, value]));
    return null;
  }

  override componentDidUpdate(_: unknown, before: { isBroken: boolean }): void {
    if (!before.isBroken || this.state.isBroken) return;
    for (const field of textFields(this.props.island)) {
      const typed = this.#typed.get(field.name);
      if (field.value !== '' || !typed) continue;
      // Not by the field's own setter, which React has replaced: it would take the text for its own.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
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
          <p>Your draft is saved.</p>
          <button className="text-button" type="button" onClick={() => this.setState({ isBroken: false })}>
            {siteMessages.errors.tryAgain}
          </button>
        </div>
      </div>
    );
  }
}
