/** What the engine recorded of a resource's life. `*-interrupted`: a call in doubt that is not settled yet. */
export type ResourceStatus =
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
