/**
 * What the engine recorded of a resource's life. `*-interrupted`: a call in doubt that is not settled yet. `absent`: what
 * had the name was destroyed to make room, and this one has not been made yet.
 */
export type ResourceStatus =
  | 'absent'
  | 'creating'
  | 'created'
  | 'create-failed'
  | 'create-interrupted'
  | 'updating'
  | 'updated'
  | 'update-failed'
  | 'update-interrupted'
  | 'destroying'
  | 'destroyed'
  | 'destroy-failed'
  | 'destroy-interrupted'
