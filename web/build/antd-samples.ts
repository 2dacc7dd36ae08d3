import * as antd from 'antd'
import { createElement as h, type ReactNode } from 'react'

/*
 * One rendering per antd component that the app imports, so that its styles can be extracted.
 * `Panel` replaces components that open only when called.
 */

// biome-ignore lint/suspicious/noExplicitAny: antd's panels are public but untyped on purpose
const Panel = (component: any) => component._InternalPanelDoNotUseOrYouWillBeFired

const items = [{ key: '1', label: '1' }]

/** The components of the shell and the first screen; `App` provides message and notification. */
export const firstComponents = [
  'App',
  'Button',
  'ConfigProvider',
  'Input',
  'Modal',
  'Select',
  'message',
  'notification',
]

export const samples: Record<string, () => ReactNode> = {
  Alert: () => h(antd.Alert, { title: 'a', showIcon: true }),
  App: () => h(antd.App),
  Avatar: () => h(antd.Avatar, null, 'a'),
  Badge: () => h(antd.Badge, { count: 1 }, h('i')),
  Breadcrumb: () => h(antd.Breadcrumb, { items: [{ title: 'a' }] }),
  Button: () => h(antd.Button, { loading: true }, 'a'),
  Card: () => h(antd.Card),
  Checkbox: () => h(antd.Checkbox.Group, { options: ['1'] }),
  ConfigProvider: () => null,
  DatePicker: () => [h(antd.DatePicker, { key: 1 }), h(antd.TimePicker, { key: 2 })],
  Descriptions: () => h(antd.Descriptions, { items: [{ key: 1, label: 'a', children: 'b' }] }),
  Divider: () => h(antd.Divider),
  Dropdown: () => [
    h(antd.Dropdown, { key: 1, menu: { items } }, h('i')),
    h(antd.Menu, { key: 2, items }),
  ],
  Empty: () => h(antd.Empty),
  Flex: () => h(antd.Flex, null, 'a'),
  Image: () => h(antd.Image, { src: 'a' }),
  Input: () => [
    h(antd.Input, { key: 1 }),
    h(antd.Input.TextArea, { key: 2 }),
    h(antd.Input.Password, { key: 3 }),
    h(antd.Input.Search, { key: 4 }),
  ],
  Modal: () => h(antd.Modal, null, 'a'),
  Pagination: () => h(antd.Pagination, { total: 500, showSizeChanger: true }),
  Popover: () => h(antd.Popover, { content: 'a' }, h('i')),
  Radio: () => h(antd.Radio.Group, { options: ['1'] }),
  Segmented: () => h(antd.Segmented, { options: ['1'] }),
  Select: () => h(antd.Select),
  Space: () => h(antd.Space, null, h(antd.Space.Compact, null, h(antd.Button))),
  Spin: () => h(antd.Spin),
  Switch: () => h(antd.Switch),
  Tabs: () => h(antd.Tabs, { items }),
  Tag: () => h(antd.Tag, null, 'a'),
  Tooltip: () => h(antd.Tooltip, { title: 'a' }, h('i')),
  message: () => h(Panel(antd.message), { type: 'info', content: 'a' }),
  notification: () => h(Panel(antd.notification), { type: 'info', title: 'a' }),
}
