import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

import { readingKey } from './direction.ts';
import { cx, ui } from './shared.ts';
import styles from './tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly panel: ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** Shown at the far end of the tab row. */
  readonly aside?: ReactNode;
}

/**
 * The ARIA tabs pattern: arrow keys, Home and End move and select; Tab continues into the panel.
 */
export function Tabs({ label, tabs, selected, onSelect, aside }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === selected),
  );

  const move = (event: KeyboardEvent): void => {
    const key = readingKey(event.key, event.currentTarget);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    const tab = tabs[index];
    if (!tab) return;
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };

  return (
    <>
      <div className={cx(ui.between, styles.row)}>
        <div ref={list} className={styles.list} role="tablist" aria-label={label} onKeyDown={move}>
          {tabs.map((tab, index) => (
            <button
              key={tab.id}
              id={`${base}-${tab.id}`}
              type="button"
              role="tab"
              aria-selected={index === at}
              aria-controls={`${base}-${tab.id}-panel`}
              tabIndex={index === at ? 0 : -1}
              onClick={() => onSelect(tab.id)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          id={`${base}-${tab.id}-panel`}
          role="tabpanel"
          aria-labelledby={`${base}-${tab.id}`}
          hidden={index !== at}
        >
          {index === at && tab.panel}
        </div>
      ))}
    </>
  );
}
