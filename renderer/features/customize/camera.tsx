import { useCallback, useEffect, useRef, useState } from 'react';

import { noted } from '../../core/log/log.ts';
import { t } from '../../i18n/index.ts';
import { useAction } from '../../state/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { ui } from '../../ui/shared.ts';
import { VisuallyHidden } from '../../ui/text.tsx';
import styles from './camera.module.css';

const WHY: Readonly<Record<string, string>> = {
  NotAllowedError: t(
    'The browser doesn’t let this page use the camera. Allow it in the address bar’s settings, then try again, or choose a photo.',
  ),
  NotFoundError: t('No camera was found. Connect one and try again, or choose a photo.'),
  NotReadableError: t(
    'Another app is using the camera. Close it there and try again, or choose a photo.',
  ),
};
const UNKNOWN = t('The camera couldn’t be started. Try again, or choose a photo.');

/** The camera once it runs, or why it doesn't. */
interface State {
  readonly stream?: MediaStream;
  readonly why?: string;
}
const STARTING: State = {};

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** The camera to run: the one that faces the user, if none is named. */
interface Wanted {
  readonly device?: string;
}

const settingsOf = (stream: MediaStream | undefined): MediaTrackSettings | undefined =>
  stream?.getVideoTracks()[0]?.getSettings();

/** Runs the camera while it is shown and stops it afterwards. Starts it again for another `wanted`. */
function useCamera(wanted: Wanted): State {
  const [state, setState] = useState(STARTING);
  useEffect(() => {
    let gone = false;
    let mine: MediaStream | undefined;
    const open = async (): Promise<void> => {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: {
          ...(wanted.device === undefined
            ? { facingMode: 'user' }
            : { deviceId: { exact: wanted.device } }),
          width: { ideal: 1920 },
          height: { ideal: 1920 },
        },
      });
      if (gone) {
        stop(stream);
        return;
      }
      mine = stream;
      // Unplugged, or taken by the system; not by `stop`. Asking again gives the reason.
      for (const track of stream.getTracks()) track.addEventListener('ended', begin);
      setState({ stream });
    };
    const begin = (): void => {
      setState(STARTING);
      open().catch((thrown: unknown) => {
        const name = thrown instanceof DOMException ? thrown.name : '';
        if (!gone) setState({ why: WHY[name] ?? UNKNOWN });
      });
    };
    begin();
    return () => {
      gone = true;
      if (mine) stop(mine);
      setState(STARTING);
    };
  }, [wanted]);
  return state;
}

/**
 * The camera after the one that runs, leaving out those that couldn't be opened. Browsers list
 * cameras only after permission.
 */
function useOtherCamera(
  stream: MediaStream | undefined,
  closed: ReadonlySet<string>,
): string | undefined {
  const [other, setOther] = useState<string>();
  useEffect(() => {
    const running = settingsOf(stream)?.deviceId;
    if (running !== undefined)
      navigator.mediaDevices.enumerateDevices().then((devices) => {
        const cameras = devices.filter(
          ({ kind, deviceId }) => kind === 'videoinput' && !closed.has(deviceId),
        );
        const at = cameras.findIndex(({ deviceId }) => deviceId === running);
        const next = cameras[(at + 1) % cameras.length]?.deviceId;
        setOther(next === running ? undefined : next);
      }, noted('customize.camera'));
  }, [stream, closed]);
  return other;
}

/** The frame shown now, as others see it: not mirrored. */
async function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D canvas');
  context.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
}

/** Takes a photo with the device's camera. The camera's pictures never leave this page. */
export function Camera({ onPhoto }: { readonly onPhoto: (photo: Blob) => void }) {
  const [wanted, setWanted] = useState<Wanted>({});
  /** The stream that has shown its first frame. */
  const [shown, setShown] = useState<MediaStream>();
  const taking = useAction((thrown) => {
    noted('customize.camera')(thrown);
    return UNKNOWN;
  });
  const video = useRef<HTMLVideoElement>(null);
  const { stream, why } = useCamera(wanted);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const other = useOtherCamera(stream, closed);
  const ready = stream !== undefined && stream === shown;
  const show = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      if (element && stream) element.srcObject = stream;
    },
    [stream],
  );
  const take = async (): Promise<void> => {
    if (video.current) onPhoto(await frameOf(video.current));
  };

  const problem = why ?? taking.problem;
  if (problem !== undefined)
    return (
      <ErrorNote
        what={problem}
        actions={
          <Button
            size="small"
            onClick={() => {
              taking.dismiss();
              if (wanted.device !== undefined) setClosed(new Set([...closed, wanted.device]));
              setWanted({});
            }}
          >
            {t('Try again')}
          </Button>
        }
      />
    );
  return (
    <div className={ui.stack4}>
      <div className={styles.view} data-facing={settingsOf(stream)?.facingMode}>
        {stream && (
          <video
            ref={show}
            autoPlay
            playsInline
            muted
            aria-label={t('What the camera sees')}
            onLoadedData={() => setShown(stream)}
          />
        )}
        <VisuallyHidden>
          <span role="status">{ready ? t('The camera is on.') : t('Starting the camera…')}</span>
        </VisuallyHidden>
      </div>
      <p className={ui.hint}>
        {t(
          'Face the light, look into the camera, and leave some room around your head. Nothing is sent.',
        )}
      </p>
      <div className={ui.wrap2}>
        <Button
          variant="accent"
          busy={taking.busy}
          disabled={!ready}
          onClick={() => taking.run(take)}
        >
          {t('Take photo')}
        </Button>
        {stream && other !== undefined && (
          <Button onClick={() => setWanted({ device: other })}>{t('Other camera')}</Button>
        )}
      </div>
    </div>
  );
}
