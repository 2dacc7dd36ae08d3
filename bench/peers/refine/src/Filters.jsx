import { Button, DatePicker, Form, Input, Select } from 'antd'
import { statusNames } from './calls.js'

const statuses = Object.entries(statusNames).map(([value, label]) => ({ value, label }))

/** The form above a table, as useTable's `searchFormProps` has it. */
export function Filters({ form, children }) {
  return (
    <Form {...form} layout="inline">
      <Form.Item name="search" label="Keyword">
        <Input />
      </Form.Item>
      <Form.Item name="status" label="Status">
        <Select options={statuses} allowClear style={{ width: 120 }} />
      </Form.Item>
      {children}
      <Form.Item name="start" label="Start">
        <DatePicker />
      </Form.Item>
      <Form.Item name="end" label="End">
        <DatePicker />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        Search
      </Button>
    </Form>
  )
}

export const onSearch = (values) =>
  Object.entries(values).map(([field, value]) => ({ field, operator: 'eq', value }))
