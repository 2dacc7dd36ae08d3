/* The catalogue of bodies: escapes, JSON, names of fields and content types that no call takes. */

export const notUtf8 = 'is not valid UTF-8 text'
/** Escapes that are no text; written as they go over the wire. */
export const badEscapes = [
  '%zz',
  '%',
  '%1',
  '%ff%fe',
  '%c0%ae',
  '%ed%a0%80',
  '%e4%b8',
  '%f5%80%80%80',
  'a%00b',
  '%u4e2d',
]

/** JSON values that are neither text nor a number. */
export const badJson = [
  'true',
  'false',
  'null',
  '{}',
  '{"a":1}',
  '[]',
  '["1"]',
  '[1]',
  '[[1]]',
  '[null]',
  'NaN',
  'undefined',
  '+1',
  '.5',
  "'1'",
  '0x10',
  '-',
]

/** Names that no call has, as sent and as shown. */
export const badNames = [
  ...[
    'nope',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
  ],
  ...[
    'constructor.prototype',
    'constructor[prototype]',
    'a[b]',
    'a[]',
    'videoId[]',
    'VIDEOID',
    'Page',
  ],
  ...[
    'video Id',
    'page\u0000',
    'page\u200b',
    '\ufeffpage',
    'ｐage',
    '页',
    '$where',
    'page.x',
    '_method',
  ],
]

/** Bodies that are no JSON object of plain values. */
export const brokenJson = [
  ...[
    '{',
    '}',
    '[]',
    '[{"page":1}]',
    '1',
    '"page"',
    'null',
    'true',
    'page=1',
    "{'page':1}",
    '{page:1}',
  ],
  ...['{"page":1,}', '{,}', '{"page":1}x', '{"page":1}{"page":1}', '{"page"}', '\ufeff{"page":1}'],
  ...['{"page":1', '{"page" 1}', '/**/{"page":1}', '{"page":1 "x":2}', '(function(){})()'],
]

/** Types of body that are not taken, whatever is inside. */
export const badTypes = [
  ...[
    'text/plain',
    'text/html',
    'application/xml',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
  ],
  ...[
    'application/octet-stream',
    'application/jsonx',
    'application/json-patch+json',
    'application/ld+json',
  ],
  ...[
    'application/json; charset=gbk',
    'application/json; charset=utf-16',
    'application/json;charset=latin1',
  ],
  ...[
    'application/x-www-form-urlencoded; charset=gbk',
    'application/x-www-form-urlencoded; charset=utf-7',
  ],
  ...['application/json, text/plain', 'application/json;', 'application /json', 'json', '*/*'],
  ...[
    'application/json; boundary=x',
    'application/json; charset=utf-8; charset=gbk',
    '\tapplication/jso\tn',
  ],
]
