-- Checks what was deferred.
set constraints all immediate
