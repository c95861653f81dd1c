import type { ProjectRequest } from '../project/project.ts'

/** The part of a request that decides which plugins are available and when their work ends. */
export interface AskingRequest extends Pick<ProjectRequest, 'settings' | 'trust'> {
  readonly stop?: AbortSignal
}
