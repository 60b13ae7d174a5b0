/** The filters of a search, as they are typed. Each is a filter of `GET /v1/tickets`. */
export const searchFields = {
  status: "Status",
  priority: "Priority",
  channel: "Channel",
  assignee: "Who has taken it",
  customer: "Address of the customer",
  tag: "Tag",
  category: "Category",
  brand: "Brand",
  has: "With or without files",
  is: "Spam, or in the trash",
  createdAfter: "Opened on this day or later",
  createdBefore: "Opened before this day",
  updatedAfter: "Changed on this day or later",
  updatedBefore: "Changed before this day",
  dueBefore: "Due before this day",
  createdBy: "Who opened it, as your software says",
  sourceId: "Id in your software"
} as const

export type SearchField = keyof typeof searchFields

export const fieldNames = Object.keys(searchFields) as ReadonlyArray<SearchField>

/** Finds a field by its name, in any case. */
export const fieldCalled = (name: string): SearchField | undefined =>
  fieldNames.find((field) => field.toLowerCase() === name.toLowerCase())
