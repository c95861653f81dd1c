import { bareName, childOf } from '../../language/child-name.ts'

interface Named {
  readonly resourceName?: string
  readonly dataSourceName?: string
  readonly instanceName?: string
}

/**
 * The request with the names by which a plugin knows a resource of a child: its name in its own blueprint, and an instance of its own, as in other
 * deploy engines: `vpc` of `app-network`. Plugins use these for names in clouds, which cannot contain slashes.
 */
export function asPluginsKnow<R extends Named>(request: R): R {
  const name = request.resourceName ?? request.dataSourceName
  const child = name === undefined ? undefined : childOf(name)
  if (name === undefined || child === undefined) return request
  const { instanceName } = request
  return {
    ...request,
    ...(request.resourceName === undefined ? { dataSourceName: bareName(name) } : { resourceName: bareName(name) }),
    ...(instanceName === undefined ? {} : { instanceName: `${instanceName}-${child.replaceAll('/', '-')}` }),
  }
}
