declare module 'virtual:*'
declare module '*.css'
