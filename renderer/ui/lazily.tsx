import { lazy, Suspense, type ComponentType } from 'react';

/**
 * A part whose code loads when it is first shown, with nothing in its place until then:
 * `lazily(async () => (await import('./menu.tsx')).Menu)`.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part: ComponentType<P> = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
