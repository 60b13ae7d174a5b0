/** The filters of a search, as they are typed. Each is a filter of `GET /v1/tickets`. */
export const searchFields = {
  status: "Status",
  priority: "Priority",
  channel: "Channel",
  assignee: "Assignee",
  customer: "Customer's email address",
  tag: "Tag",
  category: "Category",
  brand: "Brand",
  has: "With or without files",
  is: "Spam or trash",
  createdAfter: "Created on or after this day",
  createdBefore: "Created before this day",
  updatedAfter: "Updated on or after this day",
  updatedBefore: "Updated before this day",
  dueBefore: "Due before this day",
  createdBy: "Creator, as set by your software",
  sourceId: "Id set by your software"
} as const

export type SearchField = keyof typeof searchFields

export const fieldNames = Object.keys(searchFields) as ReadonlyArray<SearchField>

/** Finds a field by its name, in any case. */
export const fieldCalled = (name: string): SearchField | undefined =>
  fieldNames.find((field) => field.toLowerCase() === name.toLowerCase())
