/**
 * What every process to attack does: answers each question once.
 */

/**
 * @param {(question: { [key: string]: any }) => Promise<object>} answer
 */
export function answering(answer) {
  process.on('message', (/** @type {{ id: number }} */ question) => {
    answer(question).then(
      (result) => process.send?.({ id: question.id, ...result }),
      (error) => process.send?.({ id: question.id, error: errorText(error) }),
    );
  });
}

/**
 * The error with its cause, as somebody would find it in a log.
 * @param {unknown} error
 */
export function errorText(error) {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${String(error.code)}: ` : '';
  return `${code}${error.name}: ${error.message}`;
}
