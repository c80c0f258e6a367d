import { useEffect, useState } from 'react';

import { i18n } from '../../i18n/index.ts';
import t from '../../ui/type.module.css';

/** The whole seconds left, counted down here between the chain's answers. */
function useSecondsLeft(milliseconds: number): number {
  const [left, setLeft] = useState(milliseconds);
  const [given, setGiven] = useState(milliseconds);
  if (given !== milliseconds) {
    setGiven(milliseconds);
    setLeft(milliseconds);
  }
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1_000)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.ceil(left / 1_000);
}

/**
 * How long a payment that hasn't been seen can still go through. Screen readers read it on demand
 * only, because it changes every second.
 */
export function TimeLeft({ milliseconds }: { readonly milliseconds: number }) {
  const seconds = useSecondsLeft(milliseconds);
  return (
    <p className={t.quiet} role="timer">
      {seconds > 0
        ? i18n.t(
            'Waiting for the network. We’ll keep trying for {seconds} s. If it isn’t accepted by then, you won’t be charged and can pay again.',
            { seconds },
          )
        : i18n.t('Payment expired. Making sure it can’t go through…')}
    </p>
  );
}
