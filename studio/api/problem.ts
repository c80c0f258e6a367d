import type { FastifyReply } from 'fastify';

import { LikenessError, SENTENCES } from '../../renderer/core/errors.ts';

/** An error response as in RFC 9457, with a sentence for the reader. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, sentence: string) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
};

/** Sends a problem as RFC 9457's JSON. */
export const sendProblem = (reply: FastifyReply, status: number, code: string, detail: string) =>
  reply
    .code(status)
    .type('application/problem+json')
    .send({
      type: `urn:likeness:problem:${code}`,
      title: TITLES[status] ?? 'Internal Server Error',
      status,
      code,
      detail,
    });

/** Answers a failed request; what nobody expected is logged and not shown. */
export function answerProblem(
  thrown: unknown,
  reply: FastifyReply,
  log: (text: string) => void,
): FastifyReply {
  if (thrown instanceof Problem)
    return sendProblem(reply, thrown.status, thrown.code, thrown.message);
  if (thrown instanceof LikenessError) return sendProblem(reply, 422, thrown.code, thrown.message);
  if ((thrown as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
    return sendProblem(reply, 413, 'photo-too-large', SENTENCES['photo-too-large']);
  const { statusCode, code, message } = thrown as {
    statusCode?: number;
    code?: string;
    message?: string;
  };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return sendProblem(
      reply,
      statusCode,
      (code ?? 'invalid').toLowerCase().replaceAll('_', '-'),
      message ?? 'invalid',
    );
  log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  return sendProblem(
    reply,
    500,
    'unexpected',
    'Something unexpected happened. Nothing was lost; try again.',
  );
}
