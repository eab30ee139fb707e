import type { ClientDirective } from 'astro';

/** `client:typing`: hydrates an island when somebody begins to type in it. */
const typing: ClientDirective = (load, _options, island) => {
  const wait = (): void => {
    const hydrate = async (): Promise<void> => await (await load())();
    island.addEventListener('input', () => void hydrate(), { once: true });
  };
  island.addEventListener('astro:hydration-error', (event) => {
    // A script did not come, which the next key fetches again. Until then the form works without it.
    event.preventDefault();
    wait();
  });
  wait();
};

export default typing;
