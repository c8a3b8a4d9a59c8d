<?php
// The page of loadtest/lab/services.js, byte by byte.
header('Content-Type: text/html; charset=utf-8');
echo '<!doctype html><title>Load test</title><h1>Load test</h1><ul>';
for ($row = 1; $row <= 100; $row++) echo "<li>Row $row of a page that is sent as it is</li>";
echo '</ul>';
