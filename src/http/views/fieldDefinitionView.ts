import type { FieldDefinition, FieldDefinitions } from "../../domain/FieldDefinition.ts"
import { iso } from "../../domain/iso.ts"

/** A field definition on the wire. */
export const fieldDefinitionView = (field: FieldDefinition) => ({
  id: field.id,
  key: field.key,
  label: field.label,
  type: field.type,
  required: field.required,
  defaultValue: field.defaultValue,
  description: field.description,
  placeholder: field.placeholder,
  options: field.options,
  visible: field.showOnCreate || field.showInTable || field.showInDetail,
  showOnCreate: field.showOnCreate,
  showInTable: field.showInTable,
  showInDetail: field.showInDetail,
  sortOrder: field.sortOrder,
  source: field.source,
  createdAt: iso(field.createdAt)
})

/** All field definitions of a brand. */
export const fieldDefinitionsView = ({ company, customer, ticket }: FieldDefinitions) => ({
  ticket: ticket.map(fieldDefinitionView),
  customer: customer.map(fieldDefinitionView),
  company: company.map(fieldDefinitionView)
})
