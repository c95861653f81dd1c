import { basename } from 'node:path'

const stackName = /^(?:(.+)\.)?stack\.ts$/

/** Whether a file is a stack by its name: `stack.ts`, `site.stack.ts`. */
export function isStackName(path: string): boolean {
  return stackName.test(basename(path))
}

/** `site` of `site.stack.ts`; `undefined` for `stack.ts`. */
export function beginningOfStackName(path: string): string | undefined {
  return stackName.exec(basename(path))?.[1]
}
