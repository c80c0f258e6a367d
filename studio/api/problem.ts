import type { FastifyReply } from 'fastify';

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
