import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { settingsSchema } from '../../core/validation.ts';
import { useAtom, useSetAtom } from '../../state/jotai.ts';
import { settingsAtom } from '../../state/settings.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './settings-tab.module.css';

/** An address to fill in where we ask for one. It goes nowhere by itself. */
export function SettingsForm() {
  const [settings, setSettings] = useAtom(settingsAtom);
  const showToast = useSetAtom(showToastAtom);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(settingsSchema, { jitless: true }),
    defaultValues: settings,
    mode: 'onTouched',
  });
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label="Settings"
      onSubmit={(event) =>
        void handleSubmit((changed) => {
          setSettings(changed);
          showToast('Settings saved.', 'good');
        })(event)
      }
    >
      <Field
        label="Email (optional)"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        hint="Stays on this device. It is filled in where you write to us."
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" size="small">
        Save Settings
      </Button>
    </form>
  );
}
