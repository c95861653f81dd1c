import type { PulumiResource } from './deployment.ts'

/** URNs of a stack that a blueprint has made. */
export class Urns {
  readonly #prefix: string

  constructor(stack: string, project: string) {
    this.#prefix = `urn:pulumi:${stack}::${project}`
  }

  /** Parts of components have URNs of the project that plugins are told of. */
  inProject(resource: PulumiResource): PulumiResource {
    const told = `${this.#prefix.slice(0, this.#prefix.lastIndexOf('::'))}::slipway::`
    return JSON.parse(JSON.stringify(resource).replaceAll(told, `${this.#prefix}::`)) as PulumiResource
  }

  of(type: string, name: string): string {
    return `${this.#prefix}::${type}::${name}`
  }
}
