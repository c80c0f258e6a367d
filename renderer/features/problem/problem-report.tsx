import { useSetAtom } from 'jotai';
import { useCallback, useRef, useState } from 'react';

import { t } from '../../i18n/index.ts';
import { problemReportAtom, putIntoMessage } from '../../state/problem.ts';
import { useAsync } from '../../state/use-async.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { ui } from '../../ui/shared.ts';
import { VisuallyHidden } from '../../ui/text.tsx';
import styles from './problem-report.module.css';

export interface ProblemReportProps {
  /** What a screen threw, if that is the problem. */
  readonly thrown?: { readonly value: unknown };
}

/** A report to us that the user can read, change, copy, or put into a message to support. */
export function ProblemReport({ thrown }: ProblemReportProps) {
  const gather = useSetAtom(problemReportAtom);
  const gathered = useAsync(useCallback(() => gather(thrown), [gather, thrown]));
  const [edited, setEdited] = useState<string>();
  const text = edited ?? gathered;
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();
  const box = useRef<HTMLDivElement>(null);
  if (text === undefined) return <p role="status">{t('Reading the log…')}</p>;

  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => {
        // The clipboard refused: selects the text, to be copied by hand.
        box.current?.querySelector('textarea')?.select();
        setOutcome('selected');
      },
    );
  };
  return (
    <div className={ui.stack4} ref={box}>
      <TextAreaField
        label={t('Report')}
        hint={t(
          'This is the whole report: the version, the page, your browser, and which parts of the app failed, when and how. It holds no photo, name, address or key, and isn’t sent automatically. Change or delete what you like.',
        )}
        rows={12}
        spellCheck={false}
        translate="no"
        className={styles.text}
        value={text}
        onChange={({ target }) => {
          setEdited(target.value);
          setOutcome(undefined);
        }}
      />
      <div className={ui.wrap3}>
        <ButtonLink
          to="/contact"
          size="small"
          variant={thrown ? 'outline' : 'accent'}
          onClick={() => putIntoMessage(text)}
        >
          {t('Put it into a message')}
        </ButtonLink>
        <Button size="small" onClick={copy}>
          {outcome === 'copied'
            ? t('Copied')
            : outcome === 'selected'
              ? t('Selected')
              : t('Copy the report')}
        </Button>
        <VisuallyHidden>
          <span role="status">
            {outcome === 'copied'
              ? t('Report copied')
              : outcome === 'selected'
                ? t('Report selected: copy it with your keyboard')
                : ''}
          </span>
        </VisuallyHidden>
      </div>
    </div>
  );
}
