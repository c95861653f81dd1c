export { executableDriver } from './drivers/executable.ts'
export { executableProblems } from './executable-problems.ts'
export { localTaskRunner, localTypes } from './local-runner.ts'
