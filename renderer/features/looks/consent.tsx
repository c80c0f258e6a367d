import { formatList } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { KnownEngine, Probed } from '../../ports/engines.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './looks.module.css';

const where = ({ address }: KnownEngine, { class: place }: Probed): string =>
  ({
    machine: i18n.t('{address}, on this computer', { address }),
    network: i18n.t('{address}, in your network', { address }),
    internet: i18n.t('{address}, on the internet', { address }),
  })[place];

interface ConsentProps {
  readonly engine: KnownEngine;
  readonly probed: Probed;
  readonly busy: boolean;
  readonly onAnswer: (yes: boolean) => void;
}

/** Asks before the first photo goes to an engine. The first answer is no. */
export const Consent = ({ engine, probed, busy, onAnswer }: ConsentProps) => (
  <Dialog
    open
    onClose={() => onAnswer(false)}
    title={i18n.t('Send your photo to {engine}?', { engine: engine.name })}
  >
    <div className={styles.consent}>
      <p>
        {i18n.t(
          'It goes to {place}: head and shoulders, at most 1,536 pixels, without metadata or your name, with the words of the look.',
          { place: where(engine, probed) },
        )}
      </p>
      <p>{i18n.t('The engine may keep the photo. What it did keep, Likeness can’t delete.')}</p>
      {probed.sendsOn.length > 0 && (
        <p>
          <strong>
            {i18n.t('Its workflow passes the photo on to others: {parts}.', {
              parts: formatList([...probed.sendsOn]),
            })}
          </strong>
        </p>
      )}
      <p>
        {i18n.t(
          'You are asked again if the engine or its address changes, and can withdraw this in Settings.',
        )}
      </p>
      <div className={styles.buttons}>
        <Button variant="accent" onClick={() => onAnswer(false)}>
          {i18n.t('Don’t send it')}
        </Button>
        <Button busy={busy} onClick={() => onAnswer(true)}>
          {i18n.t('Send my photos there')}
        </Button>
      </div>
    </div>
  </Dialog>
);
