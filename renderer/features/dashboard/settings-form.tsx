import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue, useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';

import { BACKGROUND_LABELS, STYLE_LABELS } from '../../core/styles.ts';
import { BATCH_COUNTS, LAST_CHOICE, settingsSchema } from '../../core/validation.ts';
import { i18n } from '../../i18n/index.ts';
import { settingsAtom } from '../../state/settings.ts';
import { showFailureAtom, showToastAtom } from '../../state/toasts.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, Field, SelectField } from '../../ui/field.tsx';
import styles from './settings-tab.module.css';

/** The form for the user's settings, which never leave this device by themselves. */
export function SettingsForm() {
  const service = useAtomValue(settingsAtom);
  const { settings } = useSnapshot(service);
  const showToast = useSetAtom(showToastAtom);
  const showFailure = useSetAtom(showFailureAtom);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(settingsSchema, { jitless: true }),
    values: settings,
    mode: 'onTouched',
  });
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={i18n.t('Settings')}
      onSubmit={(event) =>
        void handleSubmit((changed) => {
          service
            .save({ settings: changed })
            .then(() => showToast(i18n.t('Settings saved.'), 'good'), showFailure);
        })(event)
      }
    >
      <Field
        label={i18n.t('Email (optional)')}
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        hint={i18n.t('Stays on this device. Used to fill in the contact forms.')}
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <SelectField label={i18n.t('Default style for new photos')} {...register('style')}>
        <option value={LAST_CHOICE}>{i18n.t('Last used')}</option>
        {Object.entries(STYLE_LABELS).map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label={i18n.t('Default background for new photos')} {...register('background')}>
        <option value={LAST_CHOICE}>{i18n.t('Last used')}</option>
        {Object.entries(BACKGROUND_LABELS).map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label={i18n.t('Avatars in a batch')} {...register('count')}>
        {BATCH_COUNTS.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </SelectField>
      <CheckField
        label={i18n.t('Show samples')}
        hint={i18n.t('While there is nothing of my own yet.')}
        {...register('samples')}
      />
      <Button type="submit" size="small">
        {i18n.t('Save Settings')}
      </Button>
    </form>
  );
}
