import { useCallback, useEffect, useRef, useState } from 'react';

import { noted } from '../../core/log/log.ts';
import { i18n } from '../../i18n/index.ts';
import { useAction } from '../../state/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import ui from '../../ui/shared.module.css';
import { VisuallyHidden } from '../../ui/text.tsx';
import styles from './camera.module.css';

type Facing = 'user' | 'environment';

const WHY: Readonly<Record<string, string>> = {
  NotAllowedError: i18n.t(
    'The browser doesn’t let this page use the camera. Allow it in the address bar’s settings, then try again, or choose a photo.',
  ),
  NotFoundError: i18n.t('No camera was found. Connect one and try again, or choose a photo.'),
  NotReadableError: i18n.t(
    'Another app is using the camera. Close it there and try again, or choose a photo.',
  ),
};
const UNKNOWN = i18n.t('The camera couldn’t be started. Try again, or choose a photo.');

/** The camera once it runs, or why it doesn't. */
interface State {
  readonly stream?: MediaStream;
  readonly why?: string;
}
const STARTING: State = {};

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Runs the camera while it is shown and stops it afterwards. */
function useCamera(facing: Facing, attempt: number): State {
  const [state, setState] = useState(STARTING);
  useEffect(() => {
    let gone = false;
    let mine: MediaStream | undefined;
    const begin = async (): Promise<void> => {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1920 } },
      });
      if (gone) {
        stop(stream);
        return;
      }
      mine = stream;
      setState({ stream });
    };
    begin().catch((thrown: unknown) => {
      if (!gone) setState({ why: (thrown instanceof DOMException && WHY[thrown.name]) || UNKNOWN });
    });
    return () => {
      gone = true;
      if (mine) stop(mine);
      setState(STARTING);
    };
  }, [facing, attempt]);
  return state;
}

/** Whether there is another camera to switch to; browsers count them only after permission. */
function useSeveralCameras(allowed: boolean): boolean {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (allowed)
      navigator.mediaDevices
        .enumerateDevices()
        .then(
          (devices) => setCount(devices.filter(({ kind }) => kind === 'videoinput').length),
          noted('customize.camera'),
        );
  }, [allowed]);
  return count > 1;
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
  const [facing, setFacing] = useState<Facing>('user');
  const [attempt, setAttempt] = useState(0);
  const [ready, setReady] = useState(false);
  const taking = useAction((thrown) => {
    noted('customize.camera')(thrown);
    return UNKNOWN;
  });
  const video = useRef<HTMLVideoElement>(null);
  const { stream, why } = useCamera(facing, attempt);
  const several = useSeveralCameras(stream !== undefined);
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
              setAttempt(attempt + 1);
            }}
          >
            {i18n.t('Try again')}
          </Button>
        }
      />
    );
  return (
    <div className={ui.stack4}>
      <div className={styles.view} data-facing={facing}>
        {stream && (
          <video
            ref={show}
            autoPlay
            playsInline
            muted
            aria-label={i18n.t('What the camera sees')}
            onLoadedData={() => setReady(true)}
          />
        )}
        <VisuallyHidden>
          <span role="status">
            {ready ? i18n.t('The camera is on.') : i18n.t('Starting the camera…')}
          </span>
        </VisuallyHidden>
      </div>
      <p className={ui.hint}>
        {i18n.t(
          'Face the light, look into the camera, and leave some room around your head. Nothing is sent.',
        )}
      </p>
      <div className={ui.wrap2}>
        <Button
          variant="accent"
          busy={taking.busy}
          disabled={!ready || !stream}
          onClick={() => taking.run(take)}
        >
          {i18n.t('Take photo')}
        </Button>
        {stream && several && (
          <Button
            onClick={() => {
              setReady(false);
              setFacing(facing === 'user' ? 'environment' : 'user');
            }}
          >
            {i18n.t('Other camera')}
          </Button>
        )}
      </div>
    </div>
  );
}
