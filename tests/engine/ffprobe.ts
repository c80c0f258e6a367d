import { execFileSync } from 'node:child_process';
import { z } from 'zod';

/** Whether Debian's ffmpeg is installed, to check files independently of the browser. */
export const ffprobe = ((): boolean => {
  try {
    execFileSync('ffprobe', ['-version']);
    return true;
  } catch {
    return false;
  }
})();

const probed = z.object({
  streams: z.array(
    z.looseObject({
      codec_type: z.string(),
      codec_name: z.string(),
      width: z.number().optional(),
      height: z.number().optional(),
      nb_read_frames: z.string().optional(),
      r_frame_rate: z.string().optional(),
      tags: z
        .looseObject({ alpha_mode: z.string().optional(), ALPHA_MODE: z.string().optional() })
        .optional(),
    }),
  ),
  format: z.looseObject({ duration: z.string().optional() }),
});

/** ffprobe's description of a file. */
export const probe = (path: string): z.infer<typeof probed> =>
  probed.parse(
    JSON.parse(
      execFileSync('ffprobe', [
        ...['-v', 'error', '-count_frames', '-show_streams', '-show_format', '-of', 'json'],
        path,
      ]).toString(),
    ),
  );
