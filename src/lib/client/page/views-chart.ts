/** Loads a chart of the owner's views when it scrolls into view, because most visitors are not the owner. */
export function startViewsCharts(): void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      void import('./views-drawing.ts').then(({ fillChart }) => fillChart(target));
    }
  });
  for (const chart of document.querySelectorAll('[data-views-chart]')) observer.observe(chart);
}
